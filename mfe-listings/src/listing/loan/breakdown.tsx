import { formatPrice } from '@aangan/contracts/prices'
import { siteSettings } from '@aangan/web-kit/site'
import * as s from './breakdown.module.css'
import type { Loan, Repayment } from './emi.ts'

/** What is paid by the month and in all, and how much of it is interest: as a bar, and in words. */
export function Breakdown({ loan, repayment }: { loan: Loan; repayment: Repayment }) {
  const interestShare = repayment.interest / repayment.total
  const percent = Math.round(interestShare * 100)
  return (
    <div className={s.breakdown}>
      <p>
        <span className={s.label}>Monthly instalment (EMI)</span>
        <span className={s.monthly}>{exactly(repayment.monthly)}</span>
      </p>
      <div
        className={s.bar}
        role="img"
        aria-label={`Of all that is paid, ${100 - percent} % is the loan and ${percent} % is interest`}
      >
        <span className={s.loan} style={{ flexGrow: 1 - interestShare }} />
        <span className={s.interest} style={{ flexGrow: interestShare }} />
      </div>
      <dl>
        <Row mark={s.loan} label="Loan" amount={loan.amount} />
        <Row mark={s.interest} label="Total interest" amount={repayment.interest} />
        <Row label="Total paid" amount={repayment.total} />
      </dl>
    </div>
  )
}

function Row({ mark, label, amount }: { mark?: string | undefined; label: string; amount: number }) {
  return (
    <div className={s.row}>
      <dt>
        {mark && <span className={`${s.mark} ${mark}`} />}
        {label}
      </dt>
      <dd className={s.amount}>{formatPrice(Math.round(amount), siteSettings().currency)}</dd>
    </div>
  )
}

/** To the unit, where a price would be rounded to lakhs: it is paid each month. */
function exactly(amount: number): string {
  const whole = Math.round(amount)
  const { currency } = siteSettings()
  return currency === 'inr' ? `₹${whole.toLocaleString('en-IN')}` : formatPrice(whole, currency)
}
