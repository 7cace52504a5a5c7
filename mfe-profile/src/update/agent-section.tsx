import type { Agent } from '@aangan/contracts/users'
import { TextField } from '@aangan/design/text-field'
import type { AgentErrors, AgentTexts } from './agent.ts'
import * as s from './agent-section.module.css'

interface AgentSectionProps {
  /** The current agent entry. */
  agent: Agent | undefined
  isListed: boolean
  errors: AgentErrors
  onList: (isListed: boolean) => void
  onChange: (name: keyof AgentTexts) => void
}

export function AgentSection({ agent, isListed, errors, onList, onChange }: AgentSectionProps) {
  const field = (name: keyof AgentTexts) => ({
    name,
    defaultValue: agent?.[name] ?? '',
    error: errors[name],
    onChange: () => onChange(name),
  })
  return (
    <div className={s.section}>
      <label className={s.choice}>
        <input type="checkbox" className={s.box} checked={isListed} onChange={({ target }) => onList(target.checked)} />
        List me as an agent
      </label>
      <p className={s.note}>You will appear on the agents page, with your email address and phone number.</p>
      {isListed && (
        <>
          <TextField {...field('title')} label="Job title" required autoComplete="organization-title" />
          <TextField {...field('location')} label="City" required autoComplete="address-level2" />
          <TextField
            {...field('specialization')}
            label="Specialization"
            hint="For example first homes, or land."
            required
          />
          <TextField {...field('phone')} label="Phone (optional)" type="tel" autoComplete="tel" />
          <TextField {...field('experienceYears')} label="Years of experience" required inputMode="numeric" />
        </>
      )}
    </div>
  )
}
