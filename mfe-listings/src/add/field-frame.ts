import type { FieldName, FormTexts } from './form-fields.ts'
import type { FieldErrors } from './read-post.ts'

export interface PostFieldsProps {
  texts: FormTexts
  errors: FieldErrors
  onChange: (changes: Partial<FormTexts>) => void
}

export interface FieldFrame {
  name: FieldName
  label: string
  value: string
  error: string | undefined
}
