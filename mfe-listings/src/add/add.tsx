import { useSession } from '@aangan/web-kit/context'
import * as s from './add.module.css'
import { PostForm } from './post-form.tsx'

/** `/add` */
export function Add() {
  const { user } = useSession()
  return (
    <div className={s.page}>
      <header className={s.head}>
        <h1 className={s.title}>Add New Post</h1>
        <p className={s.lead}>What you enter is kept in this browser until you publish it.</p>
      </header>
      {user ? <PostForm key={user.id} userId={user.id} /> : <div aria-busy="true" />}
    </div>
  )
}
