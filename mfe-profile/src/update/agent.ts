import { MAX_AGENT_TEXT, MAX_EXPERIENCE_YEARS } from '@aangan/contracts/account-constants'
import { oneLine } from '@aangan/contracts/text/characters'
import { readYears } from '@aangan/contracts/text/numbers'
import { readPhone } from '@aangan/contracts/text/phones'
import type { Agent } from '@aangan/contracts/users'

export const AGENT_FIELDS = ['title', 'location', 'specialization', 'phone', 'experienceYears'] as const

export type AgentTexts = Record<(typeof AGENT_FIELDS)[number], string>
export type AgentErrors = Partial<AgentTexts>

type Checked = { agent: Agent; errors?: undefined } | { agent?: undefined; errors: AgentErrors }

const MISSING = {
  title: 'Enter your job title, for example Property Advisor.',
  location: 'Enter the city you work in.',
  specialization: 'Enter what you know best.',
}

/** Returns the agent, or the errors by field in field order. */
export function readAgent(texts: AgentTexts): Checked {
  const { title, location, specialization, phone, experienceYears } = onOneLine(texts)
  const years = readYears(experienceYears) ?? -1
  const shown = readPhone(phone)?.shown ?? null
  const errors = Object.entries({
    title: checkText(title, MISSING.title),
    location: checkText(location, MISSING.location),
    specialization: checkText(specialization, MISSING.specialization),
    phone: phone === '' || shown ? undefined : 'Check the number: +91 98200 12345.',
    experienceYears: years >= 0 && years <= MAX_EXPERIENCE_YEARS ? undefined : YEARS,
  }).filter(([, error]) => error !== undefined)
  if (errors.length > 0) return { errors: Object.fromEntries(errors) }
  return { agent: { title, location, specialization, phone: shown, experienceYears: years } }
}

const YEARS = `Enter whole years, 0 to ${MAX_EXPERIENCE_YEARS}.`

function checkText(text: string, missing: string): string | undefined {
  if (text === '') return missing
  return text.length > MAX_AGENT_TEXT ? `Write at most ${MAX_AGENT_TEXT} characters.` : undefined
}

function onOneLine(texts: AgentTexts): AgentTexts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, oneLine(text)])) as AgentTexts
}
