import { type Address, labelhash, namehash, zeroHash } from 'viem'
import { readAbi, readArtifact } from '../abis.ts'
import { ens } from '../addresses.ts'
import type { Deployer } from '../deployer.ts'

/** Deploys the registry and the public resolver of ENS, and registers `name.eth` for each of `names`. */
export async function deployEns(deployer: Deployer, names: Readonly<Record<string, Address>>): Promise<void> {
  const { admin, deployAt, send } = deployer
  await deployAt(ens.registry, readArtifact('ensRegistry'))
  await deployAt(ens.publicResolver, readArtifact('ensPublicResolver'), [ens.registry])
  await deployAt(ens.universalResolver, readArtifact('ensUniversalResolver'))
  const call = (functionName: string, ...args: unknown[]) =>
    send({ to: ens.registry, abi: readAbi('ensRegistry'), functionName, args })
  await call('setSubnodeOwner', zeroHash, labelhash('eth'), admin)
  for (const [name, address] of Object.entries(names)) {
    const node = namehash(`${name}.eth`)
    await call('setSubnodeOwner', namehash('eth'), labelhash(name), admin)
    await call('setResolver', node, ens.publicResolver)
    const abi = readAbi('ensPublicResolver')
    await send({ to: ens.publicResolver, abi, functionName: 'setAddr', args: [node, address] })
  }
}
