import { Invitation } from '../invitation.tsx'

/** There is no application process yet: agents list themselves in their profile. */
export function Join() {
  return (
    <Invitation title="Want to Join Our Team?" action={{ to: '/profile/update', label: 'Apply Now' }}>
      Say in your profile which city you know best and how you work. We look for agents who would rather lose a sale
      than a client.
    </Invitation>
  )
}
