import { Button } from '@aangan/design/button'
import { Dialog } from '@aangan/design/dialog'
import { FormError } from '@aangan/design/form-error'
import { messageOf } from '@aangan/design/message-of'
import { useState } from 'react'
import * as s from './delete-dialog.module.css'

interface DeleteDialogProps {
  title: string
  /** Rejects with an error whose message is shown. */
  onDelete: () => Promise<unknown>
  onDeleted: () => void
  onClose: () => void
}

export function DeleteDialog({ title, onDelete, onDeleted, onClose }: DeleteDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function remove() {
    setIsBusy(true)
    setProblem(null)
    try {
      await onDelete()
      onDeleted()
    } catch (error) {
      setIsBusy(false)
      setProblem(`The listing was not deleted. ${messageOf(error)}`)
    }
  }

  return (
    <Dialog title="Delete this listing?" onClose={onClose} busy={isBusy}>
      <div className={s.content}>
        <p>
          <strong>{title}</strong> will be permanently deleted, together with its view counts. To hide it for a while,
          unpublish it instead.
        </p>
        {problem && <FormError>{problem}</FormError>}
        <div className={s.actions}>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
