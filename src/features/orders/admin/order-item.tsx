import type { ReactNode } from 'react';

interface OrderItemProps {
  readonly name: ReactNode;
  readonly details: readonly string[];
  readonly children?: ReactNode;
}

export function OrderItem({ name, details, children }: OrderItemProps) {
  return (
    <span className="order-item">
      {name}
      {details.map((text) => (
        <small key={text}>{text}</small>
      ))}
      {children}
    </span>
  );
}
