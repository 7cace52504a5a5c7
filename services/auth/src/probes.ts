import { isAppError } from '@aangan/service-kit/errors'
import { countOf, type Hourly } from './hourly.ts'

/**
 * Runs what throws CONFLICT if an email address has an account, which tells strangers so: counted for the client's IP
 * address, if known. Throws TOO_MANY_REQUESTS with a message for the visitor.
 */
export async function countTaken<T>(hourly: Hourly, address: string | undefined, work: () => Promise<T>): Promise<T> {
  const { refusal, takeBack } = await hourly.count(...countOf('taken', address))
  if (refusal !== null) throw refusal
  try {
    const result = await work()
    await takeBack()
    return result
  } catch (error) {
    if (!isAppError(error) || error.code !== 'CONFLICT') await takeBack()
    throw error
  }
}
