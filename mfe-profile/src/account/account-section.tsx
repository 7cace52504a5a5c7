import type { User } from '@aangan/contracts/users'
import { Button } from '@aangan/design/button'
import { FormError } from '@aangan/design/form-error'
import { useSite } from '@aangan/remote/site'
import { useId, useState } from 'react'
import { useOwnDataMutation } from './account-api.ts'
import * as s from './account-section.module.css'
import { DeleteAccount } from './delete-account.tsx'
import { saveFile } from './save-file.ts'

export function AccountSection({ user }: { user: User }) {
  const id = useId()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section className={s.section} aria-labelledby={id}>
      <h2 className={s.title} id={id}>
        Your data and account
      </h2>
      <Download />
      <div className={s.part}>
        <p className={s.note}>Deleting your account removes your listings and everything you have saved here.</p>
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
          Delete account
        </Button>
      </div>
      {isAsking && <DeleteAccount user={user} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

function Download() {
  const site = useSite()
  const [load, { isLoading, error, reset }] = useOwnDataMutation()
  const [isSaved, setIsSaved] = useState(false)

  async function download() {
    setIsSaved(false)
    const { data } = await load()
    if (!data) return
    const now = new Date().toISOString()
    const file = { site: site.name, downloadedAt: now, ...data }
    saveFile(`${site.name.toLowerCase().replaceAll(/\W+/g, '-')}-data-${now.slice(0, 10)}.json`, text(file))
    // It may be large.
    reset()
    setIsSaved(true)
  }

  return (
    <div className={s.part}>
      <p className={s.note}>
        One file with everything we hold about you: your account, listings, saved places and searches, messages, and
        links to your pictures.
      </p>
      <Button variant="quiet" busy={isLoading} onClick={() => void download()}>
        Download your data
      </Button>
      <p className={s.note} role="status">
        {isSaved && 'Your file is ready. Look in your downloads.'}
      </p>
      {error && <FormError>{`Your data could not be downloaded, and no file was saved. ${error.message}`}</FormError>}
    </div>
  )
}

function text(file: object): string {
  return JSON.stringify(file, null, 2)
}
