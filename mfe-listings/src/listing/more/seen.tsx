import { Button } from '@aangan/web-kit/ui/button'
import { useState } from 'react'
import { browserStorage, forgetAllSeen, readSeen } from '../seen.ts'
import { HomeRow } from './home-row.tsx'

/** The other homes that this browser has shown, for as long as its reader wants it to know. */
export function Seen({ id }: { id: string }) {
  const [homes, setHomes] = useState(() => readSeen(browserStorage()).filter((seen) => seen.id !== id))
  if (homes.length === 0) return null

  function clear() {
    forgetAllSeen(browserStorage())
    setHomes([])
  }

  return (
    <HomeRow
      title="Recently viewed"
      homes={homes}
      action={
        <Button variant="quiet" dense aria-label="Clear recently viewed homes" onClick={clear}>
          Clear
        </Button>
      }
    />
  )
}
