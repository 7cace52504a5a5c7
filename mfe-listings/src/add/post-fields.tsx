import { PROPERTY_LABELS, TYPE_LABELS } from '@aangan/contracts/choice-labels'
import { LISTING_LIMITS as LIMITS } from '@aangan/contracts/post-constants'
import { CheckedField } from '@aangan/design/checked-field'
import { SelectField } from '@aangan/design/select-field'
import { TextField } from '@aangan/design/text-field'
import { PriceField } from '@aangan/product/price-field'
import { useFormat } from '@aangan/remote/format'
import type { ChangeEvent } from 'react'
import type { FieldFrame, PostFieldsProps } from './field-frame.ts'
import * as s from './field-group.module.css'
import { FieldGroup } from './field-group.tsx'
import { FIELD_NAMES, FIELDS, type FieldName, labelOf } from './form-fields.ts'
import { PlaceFields } from './place-fields.tsx'
import { isUnlikelyRent, priceHint } from './price-hint.ts'
import { errorOf, understoodOf } from './read-post.ts'
import { RichTextField } from './rich-text/rich-text-field.tsx'

type Entry = ChangeEvent<HTMLInputElement | HTMLSelectElement>

export function PostFields({ texts, errors, onChange }: PostFieldsProps) {
  const format = useFormat()
  const frame = (name: FieldName): FieldFrame => ({
    name,
    label: labelOf(name),
    value: texts[name],
    error: errors[name],
  })
  const check = (name: FieldName) => (text: string) => errorOf(name, { ...texts, [name]: text })
  const isLand = texts.property === 'land'
  const field = (name: FieldName) => ({
    ...frame(name),
    hint: isLand && FIELDS[name].notOfLand ? 'Not needed for a plot.' : FIELDS[name].hint,
    autoComplete: 'off',
    onChange: ({ target }: Entry) => onChange({ [name]: target.value }),
  })
  const number = (name: FieldName, min: number) => ({
    ...field(name),
    hint: understoodOf(name, texts, format) ?? field(name).hint,
    check: check(name),
    inputMode: 'numeric' as const,
    min,
  })
  const rooms = (name: FieldName) => ({
    ...number(name, 1),
    required: !isLand,
  })
  const optionalField = (name: FieldName) => {
    const { choices, maxLength, group } = FIELDS[name]
    const className = group === 'home' ? s.wideOnPhone : undefined
    if (choices) return <SelectField key={name} {...field(name)} className={className} options={optionalOf(choices)} />
    if (maxLength) return <TextField key={name} {...field(name)} className={s.wide} maxLength={maxLength} />
    return <CheckedField key={name} {...number(name, 0)} className={className} />
  }
  const isHidden = (name: FieldName) => texts.type === 'buy' && FIELDS[name].notOfSale
  const groupOf = (group: 'home' | 'near') =>
    FIELD_NAMES.filter((name) => FIELDS[name].group === group && !isHidden(name)).map(optionalField)
  return (
    <>
      <FieldGroup title="The basics">
        <SelectField {...field('type')} options={[...optionsOf(TYPE_LABELS)].reverse()} />
        <SelectField {...field('property')} options={optionsOf(PROPERTY_LABELS)} />
        <TextField {...field('title')} className={s.wide} required maxLength={LIMITS.title} />
        <div className={s.wide}>
          <PriceField
            {...frame('price')}
            required
            min={1}
            check={check('price')}
            hint={priceHint(texts, format)}
            onChange={(text) => onChange({ price: text })}
          />
          <p className={s.question} role="status">
            {isUnlikelyRent(texts) && 'Is this the monthly rent? For a sale, choose Buy above.'}
          </p>
        </div>
      </FieldGroup>
      <PlaceFields {...{ texts, errors, frame, onChange }} />
      <FieldGroup title="The home">
        <CheckedField {...rooms('bedroom')} />
        <CheckedField {...rooms('bathroom')} />
        {groupOf('home')}
      </FieldGroup>
      <FieldGroup title="Nearby places" note="Distances in metres. Leave a field empty if you do not know it." three>
        {groupOf('near')}
      </FieldGroup>
      <FieldGroup title="In your words">
        <RichTextField {...frame('desc')} onChange={(desc) => onChange({ desc })} />
      </FieldGroup>
    </>
  )
}

function optionsOf(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

function optionalOf(labels: Record<string, string>) {
  return [{ value: '', label: 'Not stated' }, ...optionsOf(labels)]
}
