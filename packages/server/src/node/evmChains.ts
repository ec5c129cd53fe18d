import { chains } from '@outrigger/core'

export const evmChains = Object.values(chains).flatMap(({ family, name }) => (family === 'evm' ? [name] : []))
