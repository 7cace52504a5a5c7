/** Joins the class names that apply: `classNames(s.field, dense && s.dense)`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
