import { Button } from '@aangan/design/button'
import { usePassedOnFocus } from '@aangan/design/use-passed-on-focus'
import { Notice } from '../form/form.tsx'

/** Says that the form has changes of an earlier visit, which would otherwise be saved unseen. */
export function Restored({ onDiscard }: { onDiscard: () => void }) {
  const button = usePassedOnFocus<HTMLButtonElement>()
  return (
    <Notice>
      What you had changed before is here again, but not saved yet.{' '}
      <Button ref={button} variant="quiet" dense onClick={onDiscard}>
        Discard changes
      </Button>
    </Notice>
  )
}
