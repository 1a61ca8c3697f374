import { useEffect, useRef } from 'preact/hooks'

// trusted are texts that the page's policy lets be parsed. They go into a document whose scripts never run.
const trusted = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string } } })
  .trustedTypes?.createPolicy('letter', { createHTML: (text) => text })

// LetterFrame shows a letter as mail programs do, in a frame that runs no script, loads nothing and leads nowhere. The page's policy refuses styles
// that come as text, so each is set by hand.
export function LetterFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const write = () => {
    const shown = frame.current?.contentDocument
    if (!shown) return
    const named = html.replaceAll(/<style>[^]*?<\/style>/g, '').replaceAll(' style="', ' data-style="')
    const letter = new DOMParser().parseFromString((trusted?.createHTML(named) ?? named) as string, 'text/html')
    letter.querySelectorAll('script, link, meta, base, img').forEach((element) => element.remove())
    letter.querySelectorAll('a').forEach((link) => link.removeAttribute('href'))
    shown.documentElement.lang = 'en'
    shown.title = title
    shown.body.replaceWith(shown.importNode(letter.body, true))
    for (const element of shown.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset['style']!
    frame.current!.style.height = `${shown.documentElement.scrollHeight}px`
  }
  useEffect(write, [html])
  return <iframe ref={frame} class="letter" sandbox="allow-same-origin" title={title} onLoad={write} />
}
