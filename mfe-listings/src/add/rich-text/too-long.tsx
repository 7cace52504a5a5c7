import { LISTING_LIMITS } from '@aangan/contracts/post-constants'
import { useFormat } from '@aangan/remote/format'
import CircleAlert from 'lucide-react/icons/circle-alert'
import * as s from './rich-text-field.module.css'

/** Says why a paste of `length` characters was refused. */
export function TooLong({ length }: { length: number }) {
  const format = useFormat()
  const [pasted, most] = [length, LISTING_LIMITS.desc].map(format.number)
  return (
    <p className={s.error} role="alert">
      <CircleAlert size={16} />
      <span>{` Nothing was pasted: that text has ${pasted} characters, and a description can have ${most}. Paste a shorter part.`}</span>
    </p>
  )
}
