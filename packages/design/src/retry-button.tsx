import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { usePassedOnFocus } from './use-passed-on-focus.ts'

/** Removed by its own success: then the focus goes to what has loaded, or near it. */
export function RetryButton(props: Omit<ComponentProps<typeof Button>, 'ref'>) {
  const button = usePassedOnFocus<HTMLButtonElement>()
  return (
    <Button ref={button} variant="quiet" icon={<RotateCw size={props.dense ? 16 : 18} />} {...props}>
      {props.children ?? 'Try again'}
    </Button>
  )
}
