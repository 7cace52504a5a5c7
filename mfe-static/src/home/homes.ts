/** '1 home', '1,204 homes'. */
export function homes(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'home' : 'homes'}`
}
