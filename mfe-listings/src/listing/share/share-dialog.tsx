import { Dialog } from '@aangan/design/dialog'
import { TextField } from '@aangan/design/text-field'

export function ShareDialog({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Dialog title="Share this home" onClose={onClose}>
      <TextField
        label="Link"
        hint="Your browser does not allow copying. Select the link and copy it yourself."
        value={url}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </Dialog>
  )
}
