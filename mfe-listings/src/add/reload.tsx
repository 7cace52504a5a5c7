import { Button } from '@aangan/design/button'
import { useState } from 'react'

/** Replaces the form with a newer one, unless loading fails. */
export function Reload({ onReload }: { onReload: () => Promise<boolean> }) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')

  async function reload() {
    setState('loading')
    if (!(await onReload())) setState('failed')
  }

  return (
    <>
      <p>Load its current pictures, then save again. The text and the pictures that you added here are kept.</p>
      <p>
        <Button variant="quiet" busy={state === 'loading'} onClick={reload}>
          Load current pictures
        </Button>
      </p>
      {state === 'failed' && <p>They could not be loaded. Check your connection and try again.</p>}
    </>
  )
}
