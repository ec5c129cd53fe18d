import { contract, decode, encode } from '@outrigger/api/contract'
import type { Exposure, Exposures } from '../node/exposures.ts'
import type { Api } from './fulfilment.ts'
import { toMetadata } from './gasQuestions.ts'

export type ExposureApiParts = { readonly exposures: Exposures }

export const toWireExposure = (exposure: Exposure) => encode(contract.mevExposure.response.properties.data, exposure)

/** Handles the exposure of transactions. It needs no relays. */
export function createExposureApi({ exposures }: ExposureApiParts): Pick<Api, 'mevExposure'> {
  const { body, response } = contract.mevExposure
  return {
    async mevExposure({ chain, ...transaction }) {
      const startedMs = performance.now()
      const data = await exposures.get(chain, decode(body, transaction))
      return encode(response, { success: true, data, metadata: toMetadata(startedMs, chain) })
    },
  }
}
