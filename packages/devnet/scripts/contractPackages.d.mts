export function contractsFolder(): string
