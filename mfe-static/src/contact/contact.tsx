import { Page, PageHead } from '../page.tsx'
import * as s from './contact.module.css'
import { Details } from './details.tsx'
import { MessageForm } from './message-form.tsx'

export function Contact() {
  return (
    <Page>
      <PageHead title="Contact us">
        A question about a home, a listing of your own, or something that does not work? Write or call: a person
        answers.
      </PageHead>
      <div className={s.columns}>
        <Details />
        <MessageForm />
      </div>
    </Page>
  )
}
