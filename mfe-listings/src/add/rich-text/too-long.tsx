import { LISTING_LIMITS } from '@aangan/contracts/post-constants'
import { useFormat } from '@aangan/web-kit/format'
import CircleAlert from 'lucide-react/icons/circle-alert'
import * as s from './rich-text-field.module.css'

/** Says why a paste of `length` characters was refused, if one was. */
export function TooLong({ length }: { length: number | null }) {
  const format = useFormat()
  const [pasted, most] = [length ?? 0, LISTING_LIMITS.desc].map(format.number)
  return (
    <div role="alert">
      {length !== null && (
        <p className={s.error}>
          <CircleAlert size={16} /> Nothing was pasted: that text has {pasted} characters, and a description can have{' '}
          {most}. Paste a shorter part.
        </p>
      )}
    </div>
  )
}
