import { createClient } from '@outrigger/api'

/** Client of the node that serves this page. The session cookie replaces an API key. */
export const client = createClient({ url: location.origin })
export const { wire } = client
