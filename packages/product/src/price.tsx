import type { PostType } from '@aangan/contracts/post-constants'
import { useFormat } from '@aangan/remote/format'
import * as s from './price.module.css'

interface PriceProps {
  /** In whole units of the site's currency. */
  amount: number
  /** A rent is shown per month. */
  type: PostType
}

export function Price({ amount, type }: PriceProps) {
  const format = useFormat()
  return (
    <span className={s.price}>
      {format.price(amount)}
      {type === 'rent' && <span className={s.period}> / month</span>}
    </span>
  )
}
