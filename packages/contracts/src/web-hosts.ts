/** Letters, marks and digits of any script. */
const HOST = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*/u

/** Returns the host that `text` begins with, in running text: it ends before punctuation, and before another script. */
export function writtenHost(text: string): string {
  const host = HOST.exec(text)?.[0] ?? ''
  return (RUNNING_ON.exec(host)?.[1] ?? host).replace(/[_-]+$/, '')
}

/** Scripts whose letters are not mistaken for Latin ones. A label of a domain has one of them. */
const SCRIPTS = [
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Arab', 'Hebr', 'Thai'],
  ...['Hani', 'Hira', 'Kana', 'Hang'],
].map((script) => `\\p{scx=${script}}`)
const JAPANESE = '\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}'

const LABELS = ['a-z_', ...SCRIPTS, JAPANESE].map((letters) => new RegExp(`^[${letters}\\d-]+$`, 'u'))
/** `example.com` and then a word without a space. */
const RUNNING_ON = new RegExp(`^(.*?\\.[a-z]{2,})[${SCRIPTS.join('')}]`, 'iu')

/**
 * Whether readers of a host as written know which one is opened: `hostname` of its URL, where it is in Punycode. Not if
 * it is normalised to another host, or mixes scripts.
 */
export function isPlainHost(written: string, hostname: string): boolean {
  const host = written.toLowerCase()
  if (host === hostname) return true
  if (host.normalize('NFKC') !== host || /^[\x20-\x7e]*$/.test(host)) return false
  return host.split('.').every((label) => LABELS.some((pattern) => pattern.test(label)))
}
