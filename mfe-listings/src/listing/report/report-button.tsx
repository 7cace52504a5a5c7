import { REPORT_REASONS } from '@aangan/contracts/post-constants'
import { CodeFailedLine } from '@aangan/design/code-failed'
import { useReportDraft } from '@aangan/product/report-draft'
import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import { useLazyModule } from '../../shared/use-lazy-module.ts'
import * as s from './report-button.module.css'

const loadDialog = () => import(/* webpackChunkName: "listing-report" */ './report-listing.tsx')

interface ReportButtonProps {
  id: string
  say: (text: string) => void
}

export function ReportButton({ id, say }: ReportButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [draft, setDraft] = useReportDraft(id, REPORT_REASONS)
  const dialog = useLazyModule(loadDialog)
  const close = () => setIsOpen(false)

  function open() {
    setIsOpen(true)
    void dialog.request()
  }

  function finish(message: string) {
    close()
    setDraft(null)
    say(message)
  }

  return (
    <div>
      <button type="button" className={s.button} aria-haspopup="dialog" onPointerEnter={dialog.prefetch} onClick={open}>
        <Flag size={18} /> Report this listing
      </button>
      {isOpen && dialog.failed && (
        <CodeFailedLine title="The form could not be opened" isAnswer remedy={dialog.failed} onRetry={open} />
      )}
      {isOpen && dialog.ready && (
        <dialog.ready.ReportListing id={id} draft={draft} onDraft={setDraft} onSent={finish} onClose={close} />
      )}
    </div>
  )
}
