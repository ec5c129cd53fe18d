import { InvalidApiKeyError } from '../access/accessErrors.ts'
import { type Tokens, tokenLifetimeSeconds } from '../access/tokens.ts'
import type { Api } from './fulfilment.ts'

export type AuthParts = { readonly tokens: Tokens }

export function createAuthApi({ tokens }: AuthParts): Pick<Api, 'authToken'> {
  return {
    async authToken(_, { key }) {
      if (key === null) throw new InvalidApiKeyError(false)
      return { access_token: await tokens.issue(key), token_type: 'Bearer', expires_in: tokenLifetimeSeconds }
    },
  }
}
