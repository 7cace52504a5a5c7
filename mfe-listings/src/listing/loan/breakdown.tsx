import { useFormat } from '@aangan/remote/format'
import * as s from './breakdown.module.css'
import type { Loan, Repayment } from './emi.ts'

export function Breakdown({ loan, repayment }: { loan: Loan; repayment: Repayment }) {
  const format = useFormat()
  const interest = repayment.interest / repayment.total
  // Derive both percentages from one rounded value, so that they add up to 100.
  const share = Math.round(interest * 100) / 100
  return (
    <div className={s.breakdown}>
      <p>
        <span className={s.label}>Monthly instalment (EMI)</span>
        <span className={s.monthly}>{format.exactPrice(Math.round(repayment.monthly))}</span>
      </p>
      <svg
        className={s.bar}
        role="img"
        aria-label={`Of the total you pay, ${format.percent(1 - share)} is the loan and ${format.percent(share)} is interest`}
      >
        <rect className={s.loan} width={`${(1 - interest) * 100}%`} height="100%" transform="translate(-1)" />
        <rect
          className={s.interest}
          x={`${(1 - interest) * 100}%`}
          width="100%"
          height="100%"
          transform="translate(1)"
        />
      </svg>
      <dl>
        <Row mark={s.loan} label="Loan" amount={loan.amount} />
        <Row mark={s.interest} label="Total interest" amount={repayment.interest} />
        <Row label="Total paid" amount={repayment.total} />
      </dl>
    </div>
  )
}

function Row({ mark, label, amount }: { mark?: string | undefined; label: string; amount: number }) {
  const format = useFormat()
  return (
    <div className={s.row}>
      <dt>
        {mark && <span className={`${s.mark} ${mark}`} />}
        {label}
      </dt>
      <dd className={s.amount}>{format.price(Math.round(amount))}</dd>
    </div>
  )
}
