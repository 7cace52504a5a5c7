import { isAppError } from '@aangan/service-kit/errors'
import { countOf, type Hourly } from './hourly.ts'

interface Probe {
  email: string
  /** The client's IP address, if known. */
  address: string | undefined
}

/**
 * Runs what throws CONFLICT if the email address has an account, which tells strangers so: counted for the IP address,
 * once for each email address, so that nobody uses up the limit of all who share his with one account.
 * Throws TOO_MANY_REQUESTS with a message for the visitor.
 */
export async function countTaken<T>(hourly: Hourly, { email, address }: Probe, work: () => Promise<T>): Promise<T> {
  const { refusal, takeBack } = await hourly.count(...countOf('taken', address))
  if (refusal !== null) throw refusal
  try {
    const result = await work()
    await takeBack()
    return result
  } catch (error) {
    const isTold = isAppError(error) && error.code === 'CONFLICT'
    if (!isTold || !(await hourly.isFirst(`told ${address} ${email}`))) await takeBack()
    throw error
  }
}
