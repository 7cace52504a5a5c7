import { Button } from '@aangan/design/button'
import { useRemote } from '@aangan/remote/context'
import Share from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { useLazyModule } from '../../shared/use-lazy-module.ts'

const loadDialog = () => import(/* webpackChunkName: "listing-share" */ './share-dialog.tsx')

interface ShareButtonProps {
  title: string
  say: (text: string) => void
}

/** Shares through the system's share sheet, else copies the link, else shows it for manual copying. */
export function ShareButton({ title, say }: ShareButtonProps) {
  const { report } = useRemote()
  const [byHand, setByHand] = useState(false)
  const dialog = useLazyModule(loadDialog)
  const url = () => window.location.href.split('#')[0] ?? ''

  async function copy() {
    try {
      await navigator.clipboard.writeText(url())
      say('Link copied')
    } catch {
      // Denied, or unavailable without HTTPS.
      setByHand(true)
      if ((await dialog.request()) === null) say(`Copy this link: ${url()}`)
    }
  }

  async function share() {
    if (typeof navigator.share !== 'function') return copy()
    try {
      await navigator.share({ title, url: url() })
    } catch (error) {
      if (isChangeOfMind(error)) return
      report(error)
      await copy()
    }
  }

  return (
    <>
      <Button variant="quiet" dense icon={<Share size={18} />} onClick={() => void share()}>
        Share
      </Button>
      {byHand && dialog.ready && <dialog.ready.ShareDialog url={url()} onClose={() => setByHand(false)} />}
    </>
  )
}

function isChangeOfMind(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
