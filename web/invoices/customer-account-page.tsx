/** The account of a customer, with the buttons that take a payment or invoice what is open, and the customer's invoices. */
import { CustomerAccount } from "#web/charges/customer-account.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { TakePaymentButton } from "#web/payments/take-payment-dialog.tsx";
import { CustomerInvoices } from "./customer-invoices.tsx";
import { InvoiceNowButton } from "./invoice-now-dialog.tsx";

export function CustomerAccountPage() {
  const customerId = useRouteParam("customerId");
  return (
    <CustomerAccount
      customerId={customerId}
      actions={
        <>
          <InvoiceNowButton customerId={customerId} />
          <TakePaymentButton customerId={customerId} variant="primary" />
        </>
      }
      invoices={<CustomerInvoices customerId={customerId} />}
    />
  );
}
