import uPlot from 'uplot'
import { count } from '../../lib/format.ts'
import type { Week } from './week.ts'

interface Listener {
  point(week: Week | undefined): void
  open(week: Week): void
}

const height = 210

// draw puts the bars into a box, and draws them anew when its size or the theme changes. It returns what takes them away.
export function draw(box: HTMLElement, weeks: readonly Week[], on: Listener): () => void {
  let plot: uPlot | undefined
  const again = () => {
    plot?.destroy()
    plot = new uPlot(options(box, weeks, on), [weeks.map((_, index) => index), weeks.map(({ total }) => total)], box)
    plot.over.addEventListener('click', () => {
      const week = weeks[plot?.cursor.idx ?? -1]
      if (week) on.open(week)
    })
  }
  const sizes = new ResizeObserver(() => plot?.setSize({ width: box.clientWidth, height }))
  const theme = matchMedia('(prefers-color-scheme: dark)')
  again()
  sizes.observe(box)
  theme.addEventListener('change', again)
  return () => {
    sizes.disconnect()
    theme.removeEventListener('change', again)
    plot?.destroy()
  }
}

function options(box: HTMLElement, weeks: readonly Week[], on: Listener): uPlot.Options {
  const style = getComputedStyle(box)
  const font = `12px ${style.fontFamily}`
  const bar = getComputedStyle(box, '::before').color
  return {
    width: box.clientWidth,
    height,
    padding: [18, 0, 0, 0],
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    cursor: { x: false, y: false, points: { show: false }, drag: { setScale: false, x: false, y: false } },
    scales: { x: { time: false, range: [-0.5, weeks.length - 0.5] }, y: { range: (_, __, most) => [0, Math.max(1, most)] } },
    axes: [
      {
        stroke: style.color,
        font,
        size: 24,
        gap: 2,
        grid: { show: false },
        ticks: { show: false },
        splits: (plot) => labelled(plot, weeks.length),
        values: (_, at) => at.map((index) => shortDay(weeks[index]!.from)),
      },
      { show: false },
    ],
    series: [{}, { fill: bar, width: 0, paths: uPlot.paths.bars!({ size: [0.7, 64], radius: 0.06 }), points: { show: false } }],
    hooks: {
      setCursor: [(plot) => on.point(weeks[plot.cursor.idx ?? -1])],
      draw: [(plot) => writeTotals(plot, weeks, font, style.color)],
    },
  }
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 2 })
const narrow = (plot: uPlot) => plot.width < 600

// Where the box is narrow there is room for every third date.
function labelled(plot: uPlot, length: number): number[] {
  const step = narrow(plot) ? 3 : 1
  return Array.from({ length }, (_, index) => index).filter((index) => index % step === step >> 1)
}

function shortDay(date: string): string {
  return new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
}

function writeTotals(plot: uPlot, weeks: readonly Week[], font: string, color: string) {
  const { ctx } = plot
  ctx.save()
  ctx.font = font.replace('12px', `${Math.round((narrow(plot) ? 9 : 12) * devicePixelRatio)}px`)
  ctx.fillStyle = color
  ctx.textAlign = 'center'
  ctx.textBaseline = 'bottom'
  weeks.forEach(({ total }, index) => {
    const text = narrow(plot) ? short.format(total) : count(total)
    ctx.fillText(text, plot.valToPos(index, 'x', true), plot.valToPos(total, 'y', true) - 2 * devicePixelRatio)
  })
  ctx.restore()
}
