import { LISTING_LIMITS } from '@aangan/contracts/post-constants'
import { Badge } from '@aangan/design/badge'
import { classNames } from '@aangan/design/class-names'
import { TextArea } from '@aangan/design/text-area'
import { Picture } from '@aangan/product/picture'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps } from 'react'
import type { FormPicture } from './pictures.ts'
import * as s from './pictures-field.module.css'

const SIZES = '11rem'

interface PictureItemProps {
  picture: FormPicture
  at: number
  isLast: boolean
  onMove: (step: 1 | -1) => void
  onRemove: () => void
  onRetry: () => void
  onDescribe: (alt: string) => void
}

export function PictureItem({ picture, at, isLast, onMove, onRemove, onRetry, onDescribe }: PictureItemProps) {
  const isRefused = picture.state === 'refused'
  const name = isRefused ? picture.name : `picture ${at + 1}`
  return (
    <li className={classNames(s.item, isRefused && s.refused)}>
      <Preview picture={picture} at={at} />
      {!isRefused && (
        <TextArea
          dense
          rows={2}
          label="Describe this picture"
          maxLength={LISTING_LIMITS.alt}
          value={picture.alt}
          onChange={({ target }) => onDescribe(target.value)}
        />
      )}
      <div className={s.actions}>
        {!isRefused && (
          <>
            <Action action="earlier" aria-label={`Move ${name} earlier`} off={at === 0} onClick={() => onMove(-1)}>
              <ArrowLeft size={18} />
            </Action>
            <Action action="later" aria-label={`Move ${name} later`} off={isLast} onClick={() => onMove(1)}>
              <ArrowRight size={18} />
            </Action>
          </>
        )}
        {isRefused && picture.file && (
          <Action action="retry" aria-label={`Upload ${name} again`} onClick={onRetry}>
            <RotateCw size={18} />
          </Action>
        )}
        <Action action="remove" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash size={18} />
        </Action>
      </div>
    </li>
  )
}

function Preview({ picture, at }: { picture: FormPicture; at: number }) {
  const alt = `Picture ${at + 1}`
  if (picture.state === 'refused') {
    return (
      <p className={s.reason}>
        <CircleAlert size={16} />
        <span>
          <strong>{picture.name}</strong> <span>{picture.reason}</span>
        </span>
      </p>
    )
  }
  if (picture.state === 'sending') {
    return (
      <div className={s.frame}>
        <Picture className={s.picture} sources={[{ url: picture.preview, alt }]} sizes={SIZES} />
        <progress className={s.progress} value={picture.share} aria-label={`Uploading ${picture.name}`} />
      </div>
    )
  }
  return (
    <div className={s.frame}>
      <Picture className={s.picture} sources={[{ url: picture.url, alt }]} sizes={SIZES} />
      {at === 0 && (
        <span className={s.cover}>
          <Badge tone="float">Cover</Badge>
        </span>
      )}
    </div>
  )
}

type ActionProps = ComponentProps<'button'> & {
  action: string
  /** Disabled, but keeps the focus. */
  off?: boolean
}

function Action({ action, off = false, onClick, ...rest }: ActionProps) {
  return (
    <button
      {...rest}
      type="button"
      className={s.action}
      data-action={action}
      aria-disabled={off}
      onClick={off ? undefined : onClick}
    />
  )
}
