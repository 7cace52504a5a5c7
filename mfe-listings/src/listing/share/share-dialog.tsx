import { Dialog } from '@aangan/web-kit/ui/dialog'
import { TextField } from '@aangan/web-kit/ui/text-field'

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
