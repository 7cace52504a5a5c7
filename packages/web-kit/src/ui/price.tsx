import type { PostType } from '@aangan/contracts/post-constants'
import { useFormat } from '../format.ts'
import * as s from './price.module.css'

interface PriceProps {
  /** Whole units of the site's currency. */
  amount: number
  /** A rent is per month, and says so. */
  type: PostType
}

/** A listing's price in the site's currency. Its size is the surrounding text's. */
export function Price({ amount, type }: PriceProps) {
  const format = useFormat()
  return (
    <span className={s.price}>
      {format.price(amount)}
      {type === 'rent' && <span className={s.period}> / month</span>}
    </span>
  )
}
