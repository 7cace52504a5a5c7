/** Never rounds. What cannot be converted stays text, for validation to reject. */
export function fromText(text: string, { type }: { type?: string }): unknown {
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (type === 'boolean') return WORDS.get(text.toLowerCase()) ?? text
  return text
}

const WORDS = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])
