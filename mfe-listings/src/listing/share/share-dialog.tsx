import { Dialog } from '@aangan/web-kit/ui/dialog'
import { TextField } from '@aangan/web-kit/ui/text-field'

/** The link, ready to be copied by hand. */
export function ShareDialog({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Dialog title="Share this home" onClose={onClose}>
      <TextField
        label="Link"
        hint="Your browser does not let us copy: select the link and copy it."
        value={url}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </Dialog>
  )
}
