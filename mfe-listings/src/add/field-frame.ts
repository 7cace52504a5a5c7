import type { FieldName, FormTexts } from './form-fields.ts'
import type { FieldErrors } from './read-post.ts'

export interface PostFieldsProps {
  texts: FormTexts
  errors: FieldErrors
  onChange: (changes: Partial<FormTexts>) => void
}

/** What every field of the form has. */
export interface FieldFrame {
  name: FieldName
  label: string
  value: string
  error: string | undefined
}
