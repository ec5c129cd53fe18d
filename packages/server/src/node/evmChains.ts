import { chains } from '@outrigger/core'

/** Names of the chains of the EVM family. */
export const evmChains = Object.values(chains).flatMap(({ family, name }) => (family === 'evm' ? [name] : []))
