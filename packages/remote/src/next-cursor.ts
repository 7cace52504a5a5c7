/** The cursor in a header such as `Link: </posts?after=…>; rel="next"`; null on the last page. */
export function nextCursor(headers: Pick<Headers, 'get'> | undefined): string | null {
  const [, target = ''] = /<([^>]*)>;\s*rel="?next"?/.exec(headers?.get('link') ?? '') ?? []
  return new URLSearchParams(target.split('?', 2)[1]).get('after')
}
