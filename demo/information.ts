import { pages } from './pages.ts';

const { shop } = pages;

/** The demo shop's own pages: what it says about delivery, returns and the law. */
export const information = [
  {
    slug: 'delivery',
    title: 'Delivery',
    lead: 'Two parcel days a week, one price, and free from €120.',
    place: 'help',
    html: `<h2>When it leaves</h2>
<p>We pack on Mondays and Thursdays, and the carrier collects on Tuesdays and Fridays. An order that reaches us by noon on a packing day leaves the day after.</p>
<p>Pieces that are made to order take six weeks, because a glaze firing waits until the kiln is full. The product page says so before you buy. If an order has both, we wait and send one parcel; write to us if you would rather have two.</p>
<h2>How long it takes</h2>
<table>
<thead><tr><th scope="col">To</th><th scope="col">Working days after collection</th></tr></thead>
<tbody>
<tr><td>Ireland and the United Kingdom</td><td>2</td></tr>
<tr><td>Rest of Europe</td><td>4 to 6</td></tr>
<tr><td>United States</td><td>7 to 12</td></tr>
</tbody>
</table>
<h2>What it costs</h2>
<p>€6.90 for each order, whatever its size. From €120 we pay it. You see the cost in the cart as soon as your country is known.</p>
<h2>If something arrives broken</h2>
<p>It happens about once in two hundred parcels. Send us a photograph within a week, of the piece and of the box. We replace the piece, or refund it when there is no other. You need not send the shards back.</p>`,
  },
  {
    slug: 'returns',
    title: 'Returns',
    lead: 'You have 30 days. No reason needed.',
    place: 'help',
    html: `<h2>How to return a piece</h2>
<ol>
<li>Tell us within 30 days of the delivery, with the form at <a href="/withdrawal">Withdraw from a contract</a> or by email.</li>
<li>Pack it as it came. The box and its paper are made to be used twice.</li>
<li>Send it within 14 days after that. Please pay the postage, and keep the receipt.</li>
</ol>
<p>We refund what you paid for the piece and the standard delivery within 14 days after we know that it is on its way. The money goes back the way it came.</p>
<h2>What we cannot take back</h2>
<p>Pieces made to your own measure or with your own words, and files once you have downloaded them. Pieces that were used or washed lose some of their value, and we refund the rest.</p>
<h2>Faults</h2>
<p>A crack that shows after months of careful use is ours to put right. The law gives you two years; we have never counted.</p>`,
  },
  {
    slug: 'faq',
    title: 'Questions and answers (FAQ)',
    lead: 'What people ask us most, about orders, parcels and care.',
    place: 'help',
    html: `<h2>Orders</h2>
<h3>Where is my order?</h3>
<p>The link in our emails opens its page, with what happens next and where the parcel is. If you no longer have the mail, <a href="/find-order">find your order</a> with its number and your email address, and we send the link again. With an account, all your orders are listed there.</p>
<h3>Can I cancel an order?</h3>
<p>Yes, until it leaves the studio. ‘Cancel order’ on the page of the order cancels it at once if it is not paid. If it is, we stop it and give your money back. Once a parcel is on its way, you can send it back instead: see <a href="/pages/returns">returns</a>.</p>
<h3>Can I change an order?</h3>
<p>Write to us before the next packing day, Monday or Thursday at noon. We can add a piece, take one out or send it to another address.</p>
<h3>How can I pay?</h3>
<p>By the ways that the checkout offers. With a bank transfer we keep the pieces for you until the date in your confirmation.</p>
<h2>Parcels</h2>
<h3>What does delivery cost, and how long does it take?</h3>
<p>€6.90 for each order, and nothing from €120. Two working days within Ireland and the United Kingdom, four to six in the rest of Europe: see <a href="/pages/delivery">delivery</a>.</p>
<h3>Something arrived broken. What now?</h3>
<p>Send us a photograph within a week, of the piece and of the box. We replace the piece, or refund it when there is no other.</p>
<h3>How long do I have to send something back?</h3>
<p>30 days, without a reason: see <a href="/pages/returns">returns</a>.</p>
<h2>Use and care</h2>
<h3>Are they safe in the dishwasher, the microwave and the oven?</h3>
<p>Dishwasher and microwave, yes, every glaze. Warm a cold plate before it goes into the oven, and keep all of it off the flame.</p>
<h3>Why does mine look different from the photograph?</h3>
<p>The freckles are iron from our own creek, and the kiln decides where they go. Size and colour stay within what the page says.</p>
<h3>Do you sell seconds?</h3>
<p>On two days a year, at the studio. The <a href="/journal">journal</a> says when.</p>`,
  },
  {
    slug: 'terms',
    title: 'Terms and conditions',
    place: 'legal',
    html: `<h2>1. Who you buy from</h2>
<p>${shop.address.join(', ')}. You reach us at <a href="mailto:${shop.email}">${shop.email}</a>. These terms apply to every order in this shop.</p>
<h2>2. Order and contract</h2>
<p>What the shop shows is an invitation to order. With the button at the end of the checkout you make a binding offer. The mail that confirms your order also accepts it. You can correct everything until you press the button.</p>
<h2>3. Prices and payment</h2>
<p>All prices are in euros and include value added tax. Delivery is shown before you order. You can pay by the ways that the checkout offers. With a bank transfer we keep the goods for you until the date in your confirmation.</p>
<h2>4. Delivery</h2>
<p>We deliver to the countries that the checkout offers, in the times that are on the page about <a href="/pages/delivery">delivery</a>. If we cannot deliver in time, we tell you at once, and you may cancel.</p>
<h2>5. Right of withdrawal</h2>
<p>As a consumer in the European Union you may withdraw within 14 days after you received the last piece of an order, without a reason. We give you 30. How it works is on the page about <a href="/pages/returns">returns</a>.</p>
<h2>6. Ownership and faults</h2>
<p>The goods stay ours until they are paid. The rights that the law gives you for faulty goods apply in full.</p>
<h2>7. Handmade pieces</h2>
<p>Speckles, glaze and size differ a little between pieces. Differences that come from making by hand are no faults.</p>`,
  },
  {
    slug: 'privacy',
    title: 'Privacy',
    place: 'legal',
    html: `<p>We collect what we need to send you pots, and little else.</p>
<h2>What we keep, and why</h2>
<ul>
<li><strong>Orders:</strong> name, addresses, email, what you bought. To fulfil the contract, and ten years for the tax office.</li>
<li><strong>Account:</strong> what you enter there, until you delete it. You can download it at any time.</li>
<li><strong>Cart:</strong> what you put in, for 30 days after your last visit.</li>
<li><strong>Messages:</strong> what you write in a form, until it is answered and no longer needed.</li>
<li><strong>Where orders come from:</strong> the site or campaign that brought you here, if you allow it. See <a href="/cookie-settings">cookie settings</a>.</li>
</ul>
<h2>Who else sees it</h2>
<p>The carrier gets your address, and the payment service what it needs for a payment. Nobody gets it for advertising.</p>
<h2>Your rights</h2>
<p>You may see, correct, move and delete your data, and object to its use. Write to <a href="mailto:${shop.email}">${shop.email}</a>. You may also complain to the data protection authority of your country.</p>`,
  },
  {
    slug: 'imprint',
    title: 'Imprint',
    place: 'legal',
    html: `<p>${shop.address.join('<br>')}</p>
<p>Email: <a href="mailto:${shop.email}">${shop.email}</a><br>Phone: ${shop.phone}</p>
<p>Saltmarsh is a demo shop. Its pots, its people and its creek are invented, and nothing that you order here is sent.</p>`,
  },
] as const;
