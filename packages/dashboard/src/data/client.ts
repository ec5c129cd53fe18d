import { createClient } from '@outrigger/api'

/** The node that serves this page; the session's cookie stands for a key. */
export const client = createClient({ url: location.origin })
export const { wire } = client
