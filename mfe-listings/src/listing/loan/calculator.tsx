import { TextField } from '@aangan/design/text-field'
import { useFormat } from '@aangan/remote/format'
import { useState } from 'react'
import { Breakdown } from './breakdown.tsx'
import * as s from './calculator.module.css'
import { repaymentOf } from './emi.ts'
import { readTerms, type TermsText, USUAL, usualDownPayment } from './terms.ts'

export function Calculator({ price }: { price: number }) {
  const format = useFormat()
  const [text, setText] = useState<Omit<TermsText, 'downPayment'>>({
    price: format.fieldAmount(price),
    rate: USUAL.rate,
    years: USUAL.years,
  })
  // Follows the price until edited.
  const [downPayment, setDownPayment] = useState<string | null>(null)
  const terms: TermsText = { ...text, downPayment: downPayment ?? usualDownPayment(text.price, format) }
  const { loan, problems } = readTerms(terms)
  const { sign } = format

  const field = (name: keyof typeof text) => ({
    value: text[name],
    error: problems?.[name],
    onChange: ({ target }: { target: { value: string } }) => setText({ ...text, [name]: target.value }),
  })

  return (
    <div className={s.calculator}>
      <div className={s.fields}>
        <TextField label="Price" prefix={sign} autoComplete="off" {...field('price')} />
        <TextField
          label="Down payment"
          prefix={sign}
          autoComplete="off"
          value={terms.downPayment}
          error={problems?.downPayment}
          onChange={({ target }) => setDownPayment(target.value)}
        />
        <TextField label="Interest, % a year" inputMode="decimal" autoComplete="off" {...field('rate')} />
        <TextField label="Years" inputMode="numeric" autoComplete="off" {...field('years')} />
      </div>
      <output className={s.result}>
        {loan ? (
          <Breakdown loan={loan} repayment={repaymentOf(loan)} />
        ) : (
          <p className={s.note}>Correct the marked fields to see what the loan costs.</p>
        )}
      </output>
      <p className={s.note}>
        An estimate. Banks set their own rates, and charge fees, taxes and insurance that are not in it.
      </p>
    </div>
  )
}
