import type { ComponentChildren } from 'preact'
import { Link } from '../../lib/parts.tsx'
import type { Fact } from './record.ts'

interface CardProps {
  noun: string
  name: string
  to?: string | undefined
  whose: string
  facts?: Fact[]
  children?: ComponentChildren
}

// Card says what something is, whose, and what one asks about it first.
export function Card({ noun, name, to, whose, facts = [], children }: CardProps) {
  return (
    <article class="card">
      <header>
        <h2>
          {noun}: {to ? <Link to={to}>{name}</Link> : name}
        </h2>
        <span class="quiet">{whose}</span>
      </header>
      <dl class="facts">
        {facts
          .filter(({ value }) => value !== '')
          .map(({ name, value, to }) => [<dt>{name}</dt>, <dd>{to ? <Link to={to}>{value}</Link> : value}</dd>])}
      </dl>
      {children}
    </article>
  )
}
