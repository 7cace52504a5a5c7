import { classNames } from '@aangan/design/class-names'
import * as s from './facts.module.css'

interface FactsProps {
  facts: readonly string[]
  className?: string | undefined
}

/** '2 bedrooms · 1 bathroom'. No line begins or ends with a dot, or breaks within a fact. */
export function Facts({ facts, className }: FactsProps) {
  if (facts.length === 0) return null
  return (
    <p className={classNames(s.facts, className)}>
      {facts.map((fact, at) => (
        <span key={fact} className={s.fact}>
          {at > 0 && <span className={s.dot}> · </span>}
          {fact}
        </span>
      ))}
    </p>
  )
}
