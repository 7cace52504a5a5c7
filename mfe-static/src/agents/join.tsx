import { LinkButton } from '@aangan/web-kit/ui/button'
import * as s from './join.module.css'

/** There is no application process yet: agents list themselves in their profile. */
export function Join() {
  return (
    <section className={s.join} aria-labelledby="join">
      <div>
        <h2 className={s.title} id="join">
          Want to Join Our Team?
        </h2>
        <p className={s.text}>
          Say in your profile which city you know best and how you work. We look for agents who would rather lose a sale
          than a client.
        </p>
      </div>
      <LinkButton to="/profile/update">Apply Now</LinkButton>
    </section>
  )
}
